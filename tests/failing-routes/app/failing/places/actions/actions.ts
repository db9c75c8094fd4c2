'use server';

export async function failingAction(): Promise<string> {
  throw new Error('Failing: an action behind useActionState.');
}
