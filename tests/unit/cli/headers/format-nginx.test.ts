import { expect, test } from 'vitest';
import { formatNginx } from '../../../../candor/src/cli/headers/format-nginx';
import { entriesOf } from './entries';

const start = `# Written by \`candor headers\`. Include this in \`http\`, and write these lines into each \`server\` or \`location\` that sends files of
# the build. A block that has an add_header of its own inherits none, so it needs them, too.
#
`;

test('files are grouped by their headers, and each header is found by scheme and group', () => {
  const entries = entriesOf({ '/a.html': 'a"\\', '/b.html': 'b', '/c.svg': 'b', '/_next/static/*': '' });
  const https = entries.map((entry) => ({ ...entry, headers: { ...entry.headers, https: [['A-B', 's'] as const] } }));
  expect(formatNginx([...entries.slice(0, 3), ...https.slice(3)]).text)
    .toBe(`${start}#   add_header A-B "$candor_a_b" always;

map $http_x_forwarded_proto $candor_scheme {
  default $scheme;
  ~*^https https; # TLS ends in front of nginx.
}
map $uri $candor_file {
  default "";
  "/a.html" 0;
  "/b.html" 1;
  "/c.svg" 1;
  "~^/_next/static/" 2;
}
# A response of a server behind nginx has its own.
map $upstream_http_content_security_policy $candor_group {
  default "";
  "" $candor_file;
}
map "$candor_scheme $candor_group" $candor_a_b {
  default "";
  "http 1" "b";
  "http 2" "";
  "~^http ." "a\\"\\\\";
  "https 1" "b";
  "https 2" "s";
  "~^https ." "a\\"\\\\";
}
`);
});

test('a value that is too long for one word is in several variables', () => {
  const { text } = formatNginx(entriesOf({ '/a.html': 'a'.repeat(7_000) }));
  expect(text).toContain('#   add_header A-B "$candor_a_b$candor_a_b_2$candor_a_b_3" always;');
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(4_096);
});

test('a dollar sign, which nginx cannot send, is one sentence', () => {
  expect(() => formatNginx(entriesOf({ '/a.html': 'a$b' }))).toThrow('nginx cannot send a header with a $ in it: a$b');
});
