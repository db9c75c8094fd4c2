import { expect, test } from 'vitest';
import { createQueue } from '../../../candor/delivery/queue';

function queueOf(...things: string[]) {
  const queue = createQueue<string>();
  for (const thing of things) queue.add(thing);
  return queue;
}

function emptied(queue: ReturnType<typeof queueOf>) {
  const things: string[] = [];
  for (let first = queue.first(); first !== undefined; first = queue.first()) {
    things.push(first);
    queue.delete(first);
  }
  return things;
}

test('returns items in the order of adding, whatever is deleted between them', () => {
  const queue = queueOf('a', 'b', 'c', 'd');
  queue.delete('b');
  expect(queue.first()).toBe('a');
  queue.delete('c');
  queue.add('e');
  expect(emptied(queue)).toEqual(['a', 'd', 'e']);
  expect(queue.size()).toBe(0);
});

test('an item that is added again stands last, and one that is still there keeps its place', () => {
  const queue = queueOf('a', 'b', 'c');
  expect(queue.first()).toBe('a');
  queue.delete('a');
  queue.add('a');
  queue.add('b');
  expect(emptied(queue)).toEqual(['b', 'c', 'a']);
});

test('returns items that are added after it was empty', () => {
  const queue = queueOf('a');
  expect([emptied(queue), queue.first()]).toEqual([['a'], undefined]);
  queue.add('b');
  queue.add('c');
  expect(emptied(queue)).toEqual(['b', 'c']);
});

test('an item that stays first does not hide the next one', () => {
  const queue = queueOf('a');
  expect(queue.first()).toBe('a');
  queue.add('b');
  expect(queue.first()).toBe('a');
  queue.delete('a');
  expect(queue.first()).toBe('b');
});
