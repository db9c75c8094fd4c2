import type { Scheme } from '../../shared/look.js';

/** What a rule is about. Without a scheme it holds in both. */
export type Place = { on: 'root' | 'body' | 'link'; scheme?: Scheme | undefined; isOfSystem?: boolean };

// The class or attribute by which themes are chosen: of Tailwind, Bootstrap, DaisyUI, Mantine, Chakra and Radix Themes.
const themeClass = /^\.(?:theme-|chakra-ui-)?(light|dark)(?:-theme|-mode)?$/;
const themeAttribute = /^\[data-(?:[\w-]+-)?(?:theme|mode|color-scheme|scheme)=["']?(light|dark)["']?\]$/;
const anyTheme = /^\[data-(?:theme|mode)\]$/;
// Around all that these libraries style.
const themeRoot = /^\.(?:radix-themes|chakra-theme|chakra)$/;

/**
 * Where a selector leads: to the whole document, to its body, or to its links. `undefined`: elsewhere, or only in a state or a theme other than
 * light and dark.
 */
export function placeOf(selector: string): Place | undefined {
  const plain = selector.replace(/:(?:where|is)\(([^(),]*)\)/g, '$1').replace(/:host\b/g, ':root');
  const parts = plain.trim().split(/\s+/).map(partOf);
  const last = parts.at(-1);
  if (!last || parts.some((part) => !part)) return undefined;
  const around = parts.slice(0, -1);
  if (around.some((part) => part?.on === 'link')) return undefined;
  const scheme = parts.map((part) => part?.scheme).find(Boolean);
  return { on: last.on, ...(scheme && { scheme }) };
}

/** One compound, as `html.dark` or `:root[data-theme=dark]`. */
function partOf(text: string): Place | undefined {
  const [, element = '', rest = ''] = /^(html|body|a|:root|\*)?(.*)$/.exec(text)!;
  const conditions = rest.match(/:not\((?:[^()]*)\)|\.[\w-]+|\[[^\]]+\]/g) ?? [];
  if (conditions.join('') !== rest || element === '*') return undefined;
  let scheme: Scheme | undefined;
  for (const condition of conditions) {
    const [, denied] = /^:not\((.*)\)$/.exec(condition) ?? [];
    const named = (denied ?? condition).match(themeClass)?.[1] ?? (denied ?? condition).match(themeAttribute)?.[1];
    if (named) scheme = (named === 'dark') === (denied === undefined) ? 'dark' : 'light';
    else if (denied === undefined && !anyTheme.test(condition) && !themeRoot.test(condition)) return undefined;
  }
  if (element === '' && conditions.length === 0) return undefined;
  return { on: element === 'body' ? 'body' : element === 'a' ? 'link' : 'root', ...(scheme && { scheme }) };
}
