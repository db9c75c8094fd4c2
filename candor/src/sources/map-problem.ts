/** Why a frame stays as V8 gave it. */
export type MapProblemReason =
  | 'not of this build'
  | 'no map'
  | 'too large'
  | 'not JSON'
  | 'not a source map'
  | 'bad mappings'
  | 'of another file'
  | 'no position'
  | 'source outside the project';

/** A source map that cannot be used. */
export class MapProblem extends Error {
  override name = 'MapProblem';

  constructor(readonly reason: MapProblemReason) {
    super(reason);
  }
}
