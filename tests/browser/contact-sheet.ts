import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { folder } from './screenshots';
import { screens } from './screens';

const file = join(import.meta.dirname, '../../docs/contact-sheet.webp');

const style = `
  body { margin: 0; padding: 32px; background: #e4e2dc; color: #222; font: 15px/1.3 system-ui, sans-serif; }
  main { display: grid; grid-template-columns: 1fr 1fr; gap: 28px 32px; }
  figure { margin: 0; }
  figcaption { margin-bottom: 6px; font-weight: 600; }
  div { display: flex; gap: 8px; align-items: flex-start; }
  img { border: 1px solid #b9b5ab; object-fit: cover; object-position: top; height: 178px; }
  .desktop { width: 284px; }
  .phone { width: 82px; }
`;

/** Lays all pictures out on one, 1600 pixels wide: docs/contact-sheet.webp. */
export async function writeContactSheet(executablePath: string | undefined): Promise<void> {
  const html = `<style>${style}</style><main>${screens.map(({ name }) => figure(name)).join('')}</main>`;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  await page.setContent(html);
  const sheet = await page.screenshot({ fullPage: true });
  await browser.close();
  writeFileSync(file, await sharp(sheet).webp({ quality: 80, effort: 6 }).toBuffer());
}

function figure(name: string): string {
  const images = ['desktop', 'phone'].flatMap((window) =>
    ['light', 'dark'].map((colorScheme) => {
      const png = readFileSync(join(folder, `${name}-${window}-${colorScheme}.png`), 'base64');
      return `<img class="${window}" alt="" src="data:image/png;base64,${png}">`;
    }),
  );
  return `<figure><figcaption>${name.replaceAll('-', ' ')}</figcaption><div>${images.join('')}</div></figure>`;
}
