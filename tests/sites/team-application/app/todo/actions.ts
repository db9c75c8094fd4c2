'use server';

import { revalidatePath } from 'next/cache';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { after } from 'next/server';

export async function addTodo(_before: string, form: FormData): Promise<string> {
  after(() => {});
  return `added ${String(form.get('title'))}`;
}

export async function clearTodos(): Promise<void> {
  (await cookies()).set('cleared', 'yes');
  revalidatePath('/news');
  redirect('/todo?cleared');
}
