import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

export const folder = join(import.meta.dirname, 'pictures');

/** So that none stays of a screen that is no more. */
export function removePictures(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** To less than half, with a palette of at most 256 colours each. */
export async function shrinkPictures(): Promise<void> {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.png'))) {
    const file = join(folder, name);
    writeFileSync(file, await sharp(file).png({ palette: true, dither: 0, effort: 7 }).toBuffer());
  }
}
