import { join } from 'node:path';
import { root } from '../run/root';

/** What the last `npm run test:versions` came to, for `npm run report-versions`. */
export const resultsFile = join(root, '.cache/versions.json');
