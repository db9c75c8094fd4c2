import { withoutComments } from './code.js';
import { withoutStyle } from '../application/in-style.js';

// What @sentry/wizard writes, for TypeScript and JavaScript, without what `withoutStyle` takes out.
const ofWizard =
  /^useclient(?:import\*asSentryfrom@sentry\/nextjs|import(?:NextError|Error)fromnext\/error|import\{useEffect\}fromreact)*exportdefaultfunctionGlobalError\(\{error,?\}(?::\{error:Error(?:&\{digest\?:string\})?\})?\)\{useEffect\(\(\)=>\{Sentry\.captureException\(error\)\},\[error\]\)return\(?<html(?:lang=\w+)?><body>(?:\{\})?<NextErrorstatusCode=\{0\}\/><\/body><\/html>\)?\}$/;

/** Whether a `global-error` is that of Sentry's wizard, or was it once: it shows visitors a page without any reference. */
export function isOfWizard(text: string): 'unchanged' | 'changed' | false {
  if (ofWizard.test(withoutStyle(withoutComments(text)))) return 'unchanged';
  return /Sentry\.captureException\(/.test(text) && /<NextError\s+statusCode=\{0\}/.test(text) ? 'changed' : false;
}
