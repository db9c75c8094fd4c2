import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Attempt } from './attempts.js';
import type { MapKeeper } from './keep-map.js';
import { filesIn } from '../internals/build/files-in.js';

const script = /\.[cm]?js$/;
const styles = /\.css$/;
const sourceMap = /\.([cm]?js|css)\.map$/; // Others are a team's own files, such as those of a game.

// At the end of a script, where only other comments follow. Elsewhere these words are a string in some code.
const commentOfScript = /(?:^|\n)\/\/[#@] ?sourceMappingURL=(\S*)((?:\s*\/\/[^\n]*)*\s*)$/;
const commentOfStyles = /\n?\/\*[#@] ?sourceMappingURL=[^*]*\*\//g;

/** Serves no source map of a build, nor a comment that names one. Those of scripts are kept, those of styles deleted. */
export function takeBrowserMaps(distDir: string, attempt: Attempt, keep: MapKeeper['keep'], keepsComments: boolean) {
  const served = join(distDir, 'static');
  const files = filesIn(served);
  const maps = new Set(files.filter((file) => sourceMap.test(file)));
  for (const file of files.filter((each) => script.test(each))) {
    const path = join(served, file);
    attempt(`static/${file}`, 'has no source map', () => {
      const map = mapOf(file, readCode(path));
      if (maps.has(map)) keep(`static/${file}`, join(served, map));
    });
    if (!keepsComments) strip(path, `static/${file}`, attempt, (code) => code.replace(commentOfScript, '$2'));
  }
  for (const file of files.filter((each) => styles.test(each)))
    strip(join(served, file), `static/${file}`, attempt, (code) => code.replace(commentOfStyles, ''));
  for (const map of maps) {
    attempt(`static/${map}`, 'is served, with the source text in it, until it is removed', () =>
      rmSync(join(served, map)),
    );
  }
}

/** Turbopack names a map after its content, not after its script. */
function mapOf(file: string, code: string): string {
  const [, url = `${posix.basename(file)}.map`] = commentOfScript.exec(code) ?? [];
  return posix.join(posix.dirname(file), decodeURIComponent(url));
}

function strip(path: string, name: string, attempt: Attempt, without: (code: string) => string): void {
  attempt(name, 'still references a source map that is not served', () => {
    const code = readCode(path);
    const stripped = without(code);
    if (stripped !== code) writeFileSync(path, stripped, 'latin1');
  });
}

/** Byte by byte: what is not UTF-8 stays as it is. */
function readCode(path: string): string {
  return readFileSync(path, 'latin1');
}
