'use server';

import { received } from './received';

export async function send(text: string): Promise<string> {
  received().push(text);
  return `Received: ${text}`;
}

export async function sendForm(form: FormData): Promise<void> {
  await send(String(form.get('text')));
}
