import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { screens, type Screen } from './screens';

const folder = join(import.meta.dirname, 'screenshots');
const file = join(import.meta.dirname, '../../../docs/contact-sheet.webp');

const style = `
  body { margin: 0; padding: 32px; background: #e4e2dc; color: #222; font: 15px/1.3 system-ui, sans-serif; }
  main { display: flex; flex-wrap: wrap; gap: 28px 32px; }
  figure { margin: 0; }
  figcaption { margin-bottom: 6px; font-weight: 600; }
  img { display: block; border: 1px solid #b9b5ab; object-fit: cover; object-position: top; height: 300px; }
  .desktop { width: 480px; }
  .phone { width: 140px; }
`;

export async function writeContactSheet(executablePath: string | undefined): Promise<void> {
  const html = `<style>${style}</style><main>${screens.map(figure).join('')}</main>`;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  await page.setContent(html);
  const sheet = await page.screenshot({ fullPage: true });
  await browser.close();
  writeFileSync(file, await sharp(sheet).webp({ quality: 80, effort: 6 }).toBuffer());
}

function figure({ name, screenshots = [] }: Screen): string {
  return screenshots
    .map((screenshot) => {
      const png = readFileSync(join(folder, `${name}-${screenshot}.png`), 'base64');
      const [window] = screenshot.split('-');
      const image = `<img class="${window}" alt="" src="data:image/png;base64,${png}">`;
      return `<figure><figcaption>${name.replaceAll('-', ' ')}</figcaption>${image}</figure>`;
    })
    .join('');
}

export function removeScreenshots(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Makes the files less than half as large: each gets a palette of at most 256 colours. */
export async function shrinkScreenshots(): Promise<void> {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.png'))) {
    const file = join(folder, name);
    writeFileSync(file, await sharp(file).png({ palette: true, dither: 0, effort: 7 }).toBuffer());
  }
}
