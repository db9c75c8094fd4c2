'use server';

/** Its result cannot be sent to the browser. */
export async function unserializableAction() {
  return { f: () => 1 };
}

export async function failingAction(): Promise<string> {
  throw new Error('Failing: an action behind useActionState.');
}
