import type * as Parser from 'next/dist/server/app-render/parse-and-validate-flight-router-state';
import { patch } from '../patch.js';

const own = patch('router-state');

/** Whether Next can read it. */
export function isRouterState(header: string | string[] | undefined): boolean {
  const parse = own.attempt(loadParse, undefined);
  if (parse === undefined) return true; // Not known: then nobody is to blame.
  own.seen();
  try {
    parse(header);
    return true;
  } catch {
    return false; // The reason does not matter: the header is its sender's.
  }
}

/** Only a request that may be rejected needs it: it takes a twentieth of the time that our own start takes. */
function loadParse(): typeof Parser.parseAndValidateFlightRouterState {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- What handles a failure cannot wait for `import`.
  const parser = require('next/dist/server/app-render/parse-and-validate-flight-router-state') as Partial<
    typeof Parser
  >;
  const parse = parser.parseAndValidateFlightRouterState;
  if (parse === undefined) throw new Error('Next has no parseAndValidateFlightRouterState.');
  return parse;
}
