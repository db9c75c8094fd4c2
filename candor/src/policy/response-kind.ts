/**
 * How a browser may use a response: open it as a document, load it for a document, or go on with the copy that it has.
 */
export type ResponseKind = 'document' | 'resource' | 'not-modified';

type ResponseHead = {
  status: number;
  /** The value of `Content-Type`, of whatever type Node accepts. */
  contentType: unknown;
  /** The request's `Sec-Fetch-Dest`: what the browser requested it for. */
  destination: unknown;
};

/** The kind of a response. What is not known to be anything else is a document. */
export function responseKind({ status, contentType, destination }: ResponseHead): ResponseKind {
  if (status === 304) return 'not-modified';
  const isLoaded = destination === undefined || loaded.test(String(destination));
  // Next hands on a handler's headers as lists.
  const type: unknown = Array.isArray(contentType) && contentType.length === 1 ? contentType[0] : contentType;
  return isLoaded && typeof type === 'string' && runsNothing.test(type) ? 'resource' : 'document';
}

// Types that a browser shows as a text or a picture if it opens them. SVG and other XML run scripts. The whole value has to
// match: of several types in one value browsers take the last (https://fetch.spec.whatwg.org/#concept-header-extract-mime-type).
const types = [
  '(text|application)/javascript',
  'text/css',
  'text/x-component', // What Next's router loads.
  'application/([\\w.-]+\\+)?json',
  'font/[\\w-]+',
  'image/(avif|gif|jpeg|png|webp|x-icon|vnd\\.microsoft\\.icon)',
];
const runsNothing = new RegExp(`^(${types.join('|')})(; ?charset=[\\w-]+)?$`, 'i');

// Not `document`, `iframe` and the like, and not `worker`: a worker has the policy that its script came with.
// https://html.spec.whatwg.org/multipage/workers.html#worker-processing-model
const loaded = /^(empty|font|image|manifest|script|style)$/;
