'use client';

import { render } from 'renders-templates';
import { Counter } from '../counter';

export default function Page() {
  return (
    <>
      <h1>{render('Made from text')}</h1>
      <Counter />
    </>
  );
}
