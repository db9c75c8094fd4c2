import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { basename, dirname, extname, join as joinSlashes } from 'node:path/posix';
import { findFile, read, type Application } from '../../application/read-application.js';
import { showLeft } from '../show.js';

const lines = `import { useFailure } from 'candor/screens';
<p>{useFailure(error).texts.reference}</p>`;

/**
 * Notes on the screens that an application has of its own for a failure, and that do not ask Candor for its reference: neither they
 * nor a file of the application that they import. All of which the same is true are one note.
 */
export function screensWithoutReference(application: Application): string[] {
  const { folder, sources } = application;
  const screens = screensIn(folder, `${sources}app/`).map((path) => ({ path, text: read(folder, path) ?? '' }));
  const own = screens.filter(({ path, text }) => !asksCandor(application, path, text));
  const showsDigest = ({ text }: { text: string }) => /\.digest\b/.test(text);
  return [
    ...noteOn(
      own.filter((screen) => !showsDigest(screen)),
      'Failures that this screen is shown for are reported, but visitors see no reference; these two lines show it, where `error` is the prop that Next passes:',
    ),
    ...noteOn(
      own.filter(showsDigest),
      'This screen shows the digest, which only failures of the server have; these two lines show the reference of every failure:',
    ),
  ];
}

function noteOn(screens: readonly { path: string }[], says: string): string[] {
  if (screens.length === 0) return [];
  const path = screens.map((screen) => screen.path).join(', ');
  return [showLeft([{ path, says, write: lines }]).trimEnd()];
}

/** The paths of the boundaries of all segments. Private folders have no routes. */
function screensIn(folder: string, below: string): string[] {
  const inside = readdirSync(join(folder, below), { withFileTypes: true });
  return inside
    .flatMap((entry) => {
      const path = `${below}${entry.name}`;
      if (entry.isDirectory()) return /^[_.]|^node_modules$/.test(entry.name) ? [] : screensIn(folder, `${path}/`);
      return /^(?:global-)?error\.[jt]sx?$/.test(entry.name) ? [path] : [];
    })
    .sort();
}

const importsScreens = /['"]candor\/screens['"]/;

function asksCandor({ folder, sources }: Application, path: string, text: string): boolean {
  if (importsScreens.test(text)) return true;
  const specifiers = Array.from(text.matchAll(/(?:\bfrom|\bimport)\s*\(?['"]([^'"]+)['"]/g), ([, name = '']) => name);
  const candidates = specifiers.flatMap((name) => {
    if (name.startsWith('.')) return [joinSlashes(dirname(path), name)];
    // The usual alias stands for the application's folder, or for `src/`.
    return name.startsWith('@/') ? [name.slice(2), `${sources}${name.slice(2)}`] : [];
  });
  return candidates.some((name) => {
    const file = fileOf(folder, name);
    return file !== undefined && importsScreens.test(read(folder, file) ?? '');
  });
}

/** The file that an import without its extension means, or with that of JavaScript for TypeScript. */
function fileOf(folder: string, path: string): string | undefined {
  const withoutExtension = joinSlashes(dirname(path), basename(path, extname(path)));
  return findFile(folder, path) ?? findFile(folder, `${path}/index`) ?? findFile(folder, withoutExtension);
}
