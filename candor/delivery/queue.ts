/**
 * Items in the order in which they were added. `first` takes constant time however many were deleted before it: a plain
 * Set steps over all their places again, which makes emptying it from the front quadratic.
 */
export function createQueue<Item>() {
  const items = new Set<Item>();
  /** Everything before its position is deleted, except `head`. */
  let ahead = items.values();
  let head: Item | undefined;

  return {
    add: (item: Item): void => void items.add(item),
    delete(item: Item): void {
      if (item === head) head = undefined;
      items.delete(item);
    },
    first(): Item | undefined {
      if (head !== undefined) return head;
      let next = ahead.next();
      if (next.done) next = (ahead = items.values()).next(); // An iterator that has ended sees nothing added later.
      head = next.done ? undefined : next.value;
      return head;
    },
    size: () => items.size,
    values: () => items.values(),
  };
}

export type Queue<Item> = ReturnType<typeof createQueue<Item>>;
