import * as parser from 'next/dist/server/app-render/parse-and-validate-flight-router-state';
import { patch } from '../patch';

const own = patch('router-state');

/** Whether Next can read it. */
export function isRouterState(header: string | string[] | undefined): boolean {
  const parse = parser.parseAndValidateFlightRouterState as typeof parser.parseAndValidateFlightRouterState | undefined;
  if (parse === undefined) {
    own.fail(new Error('Next has no parseAndValidateFlightRouterState.'));
    return true; // Not known: then nobody is to blame.
  }
  try {
    parse(header);
    own.seen();
    return true;
  } catch {
    own.seen();
    return false; // The reason does not matter: the header is its sender's.
  }
}
