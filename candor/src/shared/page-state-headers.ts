// A page tells its server about itself in the headers of its posts.

/** The patches that the page lacks, with commas. */
export const missingHeader = 'Candor-Missing';
/** Events of unknown origin with the same shape are alike: one a day is passed on. */
export const shapeHeader = 'Candor-Shape';
/** Why an error of the page became no event. */
export const ignoredHeader = 'Candor-Ignored';

/** In a response of the server: the build that lacks what was requested, or has refused it. */
export const releaseHeader = 'Candor-Release';
