import { expect, test } from 'vitest';
import { requestPath } from '../../../../candor/src/cli/headers/request-path';

test.each([
  ['/a b/ü', '/a%20b/%C3%BC'],
  ['/100%', '/100%25'],
  ["/it's(a:b;c*)~$", "/it's(a:b;c*)~$"],
  ['/q%3Fr', '/q%3Fr'],
  ['/q%253Fr', '/q%253Fr'],
  ['/a?b#c', '/a%3Fb%23c'],
])('%s of the file system is requested as %s', (path, requested) => expect(requestPath(path)).toBe(requested));
