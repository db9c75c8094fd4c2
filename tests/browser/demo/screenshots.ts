import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

export const folder = join(import.meta.dirname, 'screenshots');

/** So that none is left of a screen that no longer exists. */
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
