import type { Found } from '../../build/look/find-look.js';
import { colorNames, lookFile } from '../../shared/look.js';
import { read } from '../application.js';

/** What the last build has found of the application's look: each colour for both schemes, and where it is from. */
export function lookAtColors(folder: string, distDir: string): string[] {
  const text = read(folder, `${distDir}/${lookFile}`);
  if (text === undefined) return [none];
  const { look, from, problems } = JSON.parse(text) as Found;
  const colors = colorNames.map((name) => {
    const { [name]: light } = look.light;
    const { [name]: dark } = look.dark;
    return `${name} ${light === dark ? light : `${light}, dark ${dark}`} (${from[name] ?? 'made to go with the others'})`;
  });
  const others = [
    look.font && `font ${look.font} (${from.font})`,
    look.radius && `radius ${look.radius} (${from.radius})`,
  ];
  const found = [...colors, ...others.filter(Boolean)].map((each) => `  ${each}`);
  return [[`Screens without your stylesheets have this look:`, ...found].join('\n'), ...problems];
}

const none =
  'The stylesheets of the last build do not say what the application looks like, so screens without them have the look of Candor. To change it, set `--candor-background`, `--candor-foreground`, `--candor-accent` and `--candor-font` on `:root`.';
