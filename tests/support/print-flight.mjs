// Prints the data of a page as Next puts it into a document for its scripts: that of a page with the given texts, of which a
// part has failed. Runs in a process of its own, with the condition `react-server`, for which React has its own build.
import { createRequire } from 'node:module';
import { createElement, Suspense } from 'react';
import { preload } from 'react-dom';

/** @type {(id: string) => any} Neither has types. */
const load = createRequire(import.meta.url);
const { createInlinedDataReadableStream } = load('next/dist/server/app-render/use-flight-response');
const { renderToReadableStream } = load('next/dist/compiled/react-server-dom-turbopack/server.node');

/** @type {{ texts: string[], digest: string, stylesheets: string[] }} */
const { texts, digest, stylesheets } = JSON.parse(process.argv[2] ?? '');

/** @returns {never} */
function Fails() {
  throw new Error('broken');
}

function Page() {
  for (const address of stylesheets) preload(address, { as: 'style' });
  preload('/c.woff2', { as: 'font' });
  const rendered = texts.map((text) => createElement('p', { key: text, title: text }, text));
  return createElement('main', null, rendered, createElement(Suspense, null, createElement(Fails)));
}

// Bytes that are not UTF-8 make Next write base64.
const page = { bytes: new Uint8Array([10, 58, 69, 0xff, 10]), page: createElement(Page) };
const flight = renderToReadableStream(page, {}, { onError: () => digest });
for await (const chunk of createInlinedDataReadableStream(flight, undefined, null)) process.stdout.write(chunk);
