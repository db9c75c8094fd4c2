'use server';

import { after } from 'next/server';

export async function failInAction() {
  throw new Error('adopted: server-action');
}

export async function failAfterwards() {
  after(() => {
    throw new Error('adopted: after-response');
  });
}
