'use server';

export async function failWith(form: FormData): Promise<void> {
  throw new Error(`Sample error: an action of the tests failed with ${[...form.keys()].length} fields.`);
}
