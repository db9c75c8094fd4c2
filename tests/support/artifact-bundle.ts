import { strFromU8, unzipSync } from 'fflate';

type Manifest = { files: Record<string, { type: string; headers?: Record<string, string> }> };

export type UploadedScript = { script: string; map: string };

/** What stands in an artifact bundle under each debug id: a script as it is served, and its source map. */
export function openBundle(bytes: Buffer): Map<string, UploadedScript> {
  const magic = 'SYSB'; // Four bytes for the version follow, and then a zip file whose places count from here.
  if (bytes.subarray(0, 4).toString() !== magic) throw new Error('This is not an artifact bundle.');
  const files = unzipSync(bytes);
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const scripts = new Map<string, UploadedScript>();
  for (const [name, { type, headers = {} }] of Object.entries((JSON.parse(read('manifest.json')) as Manifest).files)) {
    const id = headers['debug-id'] ?? `${name} has no debug id`;
    const known = scripts.get(id) ?? { script: '', map: '' };
    scripts.set(id, { ...known, [type === 'source_map' ? 'map' : 'script']: read(name) });
  }
  return scripts;
}
