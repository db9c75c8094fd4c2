import { CommandError } from '../application.js';
import type { Entry } from './entry.js';
import type { Formatted } from './formats.js';
import { fileKeys } from './nginx-keys.js';
import { quoted } from './nginx-text.js';

type Scheme = 'http' | 'https';

// A word of nginx's configuration has 4,096 bytes at most, with its quotes.
const maxWord = 3_000;

/**
 * A file to include in `http`: it finds headers by the file that nginx sends, so that an internal redirect, as that of
 * `try_files` or `error_page`, gets those of its document.
 */
export function formatNginx(entries: readonly Entry[]): Formatted {
  const groups = grouped(entries);
  const names = [
    ...new Set(groups.flatMap(({ headers }) => [...headers.https, ...headers.http].map(([name]) => name))),
  ];
  const maps = names.map((name) => headerMaps(name, groups));
  return {
    text: [
      '# Written by `candor headers`. Include this in `http`, and write these lines into each `server` or `location` that sends files of',
      '# the build. A block that has an add_header of its own inherits none, so it needs them, too.',
      '#',
      ...maps.map(({ use }) => `#   ${use}`),
      '',
      'map $http_x_forwarded_proto $candor_scheme {',
      '  default $scheme;',
      '  ~*^https https; # TLS ends in front of nginx.',
      '}',
      'map $uri $candor_file {',
      '  default "";',
      ...fileKeys(groups.map(({ files }) => files)).map(({ key, group }) => `  ${key} ${group};`),
      '}',
      '# A response of a server behind nginx has its own.',
      'map $upstream_http_content_security_policy $candor_group {',
      '  default "";',
      '  "" $candor_file;',
      '}',
      ...maps.flatMap(({ lines }) => lines),
      '',
    ].join('\n'),
    problems: [],
  };
}

type Group = { files: string[]; headers: Entry['headers'] };

/** What has the same headers. */
function grouped(entries: readonly Entry[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { files, headers } of entries) {
    const key = JSON.stringify(headers);
    const known = groups.get(key) ?? { files: [], headers };
    groups.set(key, { headers, files: [...known.files, ...files] });
  }
  return [...groups.values()];
}

/** The values of one header by scheme and group, in as many variables as it needs. */
function headerMaps(name: string, groups: readonly Group[]): { use: string; lines: string[] } {
  const valueOf = ({ headers }: Group, scheme: Scheme) => headers[scheme].find(([known]) => known === name)?.[1] ?? '';
  const values = (['http', 'https'] as const).map((scheme) => ({
    scheme,
    values: groups.map((group) => inWords(valueOf(group, scheme))),
  }));
  const count = Math.max(1, ...values.flatMap(({ values: all }) => all.map(({ length }) => length)));
  const variables = Array.from({ length: count }, (_, index) => variableOf(name, index));
  return {
    use: `add_header ${name} "${variables.join('')}" always;`,
    lines: variables.flatMap((variable, index) => [
      `map "$candor_scheme $candor_group" ${variable} {`,
      '  default "";',
      ...values.flatMap(({ scheme, values: all }) =>
        rows(
          scheme,
          all.map((words) => words[index] ?? ''),
        ),
      ),
      '}',
    ]),
  };
}

/** The commonest value by one row for all groups, and the others each by its own. */
function rows(scheme: Scheme, values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [[common] = ['']] = [...counts].sort(([, one], [, other]) => other - one);
  const others = values.flatMap((value, group) =>
    value === common ? [] : [`  "${scheme} ${group}" ${quoted(value)};`],
  );
  return common === '' ? others : [...others, `  "~^${scheme} ." ${quoted(common)};`];
}

function inWords(value: string): string[] {
  // nginx has no way to write a dollar sign in a value.
  if (value.includes('$')) throw new CommandError(`nginx cannot send a header with a $ in it: ${value}`);
  return value.match(new RegExp(`.{1,${maxWord}}`, 'gs')) ?? [];
}

function variableOf(name: string, index: number): string {
  const variable = `$candor_${name.toLowerCase().replaceAll('-', '_')}`;
  return index === 0 ? variable : `${variable}_${index + 1}`;
}
