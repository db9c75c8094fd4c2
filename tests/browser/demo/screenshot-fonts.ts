import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright/test';

/** Where the screenshots were taken. `fonts`: the width of a sample, in pixels, in each family that the pages name. */
type Platform = { system: string; fonts: Record<string, number> };

const file = join(import.meta.dirname, 'screenshots/platform.json');

/** Records where the screenshots are being taken. */
export async function recordFonts(page: Page): Promise<undefined> {
  const families = new Set<string>();
  for (const path of ['/', '/sentry-example-page', '/sentry-example-page?fail=server-render']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const family of await page.evaluate(familiesOfPage)) families.add(family);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(await platformOf(page, [...families].sort()), null, 2)}\n`);
}

/**
 * Why screenshots here cannot equal the kept ones, however right the page is; `undefined`: they can. On Linux they always
 * can, with the fonts of fonts.conf. Measures the recorded families, not those of the page now: another family is a change
 * that must fail.
 */
export async function fontsDiffer(page: Page): Promise<string | undefined> {
  if (!existsSync(file)) return 'no screenshots have been taken yet';
  const taken = JSON.parse(readFileSync(file, 'utf8')) as Platform;
  if (systemHere !== taken.system) return `the screenshots were taken on ${taken.system}, and this is ${systemHere}`;
  await page.goto('/');
  const here = await platformOf(page, Object.keys(taken.fonts));
  const others = Object.keys(taken.fonts).filter((family) => here.fonts[family] !== taken.fonts[family]);
  return others.length > 0 ? `the screenshots were taken with other fonts for ${others.join(' and for ')}` : undefined;
}

const systemHere = process.platform;

async function platformOf(page: Page, families: string[]): Promise<Platform> {
  return { system: systemHere, fonts: await page.evaluate(widthsOfSample, families) };
}

function familiesOfPage(): string[] {
  return [...document.body.querySelectorAll('*')].map((each) => getComputedStyle(each).fontFamily);
}

function widthsOfSample(families: string[]): Record<string, number> {
  const context = document.createElement('canvas').getContext('2d')!;
  const sample = 'Something went wrong: 0123456789abcdef. Quartz glyph jobs vex, MWQ & fjord!';
  const widthIn = (family: string, style: string) => {
    context.font = `${style} 40px ${family}`;
    return context.measureText(sample).width;
  };
  return Object.fromEntries(
    families.map((family) => {
      const width = widthIn(family, '400') + widthIn(family, '700') + widthIn(family, 'italic 400');
      return [family, Math.round(width * 10) / 10];
    }),
  );
}
