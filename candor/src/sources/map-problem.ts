/** Why a frame stays as V8 gave it. The message is one of a few. */
export class MapProblem extends Error {}
