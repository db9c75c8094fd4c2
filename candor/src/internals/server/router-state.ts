import * as parser from 'next/dist/server/app-render/parse-and-validate-flight-router-state';
import { patch } from '../patch.js';

type Parse = typeof parser.parseAndValidateFlightRouterState;

const own = patch('router-state');
const parse = parser.parseAndValidateFlightRouterState as Parse | undefined;
if (parse === undefined) own.fail(new Error('Next has no parseAndValidateFlightRouterState.'));

/** Whether Next can read it. */
export function isRouterState(header: string | string[] | undefined): boolean {
  if (parse === undefined) return true; // Not known: then nobody is to blame.
  try {
    parse(header);
    own.seen();
    return true;
  } catch {
    own.seen();
    return false; // The reason does not matter: the header is its sender's.
  }
}
