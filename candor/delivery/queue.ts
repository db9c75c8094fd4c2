/**
 * Things in the order in which they were added. `first` takes constant time however many were deleted before it: a plain
 * Set steps over all their places again, which makes emptying it from the front quadratic.
 */
export function createQueue<Thing>() {
  const things = new Set<Thing>();
  /** In front of it is nothing but `head`. */
  let ahead = things.values();
  let head: Thing | undefined;

  return {
    add: (thing: Thing): void => void things.add(thing),
    delete(thing: Thing): void {
      if (thing === head) head = undefined;
      things.delete(thing);
    },
    first(): Thing | undefined {
      if (head !== undefined) return head;
      let next = ahead.next();
      if (next.done) next = (ahead = things.values()).next(); // An iterator that has ended sees nothing added later.
      head = next.done ? undefined : next.value;
      return head;
    },
    size: () => things.size,
    values: () => things.values(),
  };
}

export type Queue<Thing> = ReturnType<typeof createQueue<Thing>>;
