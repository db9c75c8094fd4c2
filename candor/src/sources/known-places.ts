import { chunkOfFrame, isOfSomeBuild, type Place } from './chunk-of-frame.js';
import type { FindSource } from './stack-text.js';
import type { FoundInTime } from './worker.js';

const maxPlaces = 1_000;

/** What was found of the places of earlier failures. What fails often fails at the same places: it then waits for no thread. */
export class KnownPlaces {
  readonly #build: { folder: string };
  /** By line, column and chunk: a stack and an event write the file of a chunk in two ways. */
  readonly #found = new Map<string, FoundInTime>();
  /** By file. `undefined`: it is none of this build's. */
  readonly #chunks = new Map<string, string | undefined>();

  constructor(build: { folder: string }) {
    this.#build = build;
  }

  /** `undefined`: the thread has to look for it. */
  get({ file, line, column }: Place): FoundInTime | undefined {
    const chunk = this.#chunkOf(file);
    if (chunk === undefined) return { problem: 'not of this build' };
    return this.#found.get(`${line}:${column}:${chunk}`);
  }

  set({ file, line, column }: Place, found: FoundInTime): void {
    if (this.#found.size >= maxPlaces) this.#found.clear();
    this.#found.set(`${line}:${column}:${this.#chunkOf(file)}`, found);
  }

  /**
   * Does what asks for places, if all of them are known.
   * @returns `found`: of each that seems to be of a build, in turn; `undefined`: one is not known
   */
  map<Mapped>(map: (find: FindSource) => Mapped): { mapped: Mapped; found: FoundInTime[] } | undefined {
    const found: FoundInTime[] = [];
    let isKnown = true;
    const mapped = map((place) => {
      const known = isKnown ? this.get(place) : undefined;
      if (known === undefined) isKnown = false;
      if (known && ('source' in known || isOfSomeBuild(place.file))) found.push(known);
      return known && 'source' in known ? known.source : undefined;
    });
    return isKnown ? { mapped, found } : undefined;
  }

  #chunkOf(file: string): string | undefined {
    const known = this.#chunks.get(file);
    if (known !== undefined || this.#chunks.has(file)) return known;
    const chunk = chunkOfFrame(file, this.#build);
    if (this.#chunks.size >= maxPlaces) this.#chunks.clear();
    this.#chunks.set(file, chunk);
    return chunk;
  }
}
