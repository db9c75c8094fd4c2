import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright/test';

/** On what the pictures were taken. `fonts`: how wide a sample is, in pixels, in each family that the pages ask for. */
type Platform = { system: string; chromium: number; fonts: Record<string, number> };

const file = join(import.meta.dirname, 'pictures/platform.json');

/** Notes on what the pictures are being taken. */
export async function noteFonts(page: Page): Promise<undefined> {
  const families = new Set<string>();
  for (const address of ['/', '/sentry-example-page', '/sentry-example-page?fail=server-render']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const family of await page.evaluate(familiesAskedFor)) families.add(family);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(await platformOf(page, [...families].sort()), null, 2)}\n`);
}

/**
 * Why pictures of this browser cannot be like the kept ones, however right the page is; `undefined`: they can. Measures
 * the families noted with the pictures, not those asked for now: to ask for others is a change that is to be seen.
 */
export async function fontsDiffer(page: Page): Promise<string | undefined> {
  if (!existsSync(file)) return 'none have been taken yet';
  const taken = JSON.parse(readFileSync(file, 'utf8')) as Platform;
  await page.goto('/');
  const here = await platformOf(page, Object.keys(taken.fonts));
  if (here.system !== taken.system) return `they were taken on ${taken.system}, and this is ${here.system}`;
  if (here.chromium !== taken.chromium) {
    return `they were taken with Chromium ${taken.chromium}, and this is ${here.chromium}`;
  }
  const others = Object.keys(taken.fonts).filter((family) => here.fonts[family] !== taken.fonts[family]);
  return others.length > 0 ? `they were taken with other fonts for ${others.join(' and for ')}` : undefined;
}

async function platformOf(page: Page, families: string[]): Promise<Platform> {
  const version = page.context().browser()?.version() ?? '';
  const fonts = await page.evaluate(widthsOfSample, families);
  return { system: `${process.platform} ${process.arch}`, chromium: parseInt(version, 10), fonts };
}

function familiesAskedFor(): string[] {
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
