// Headers of a post to the tunnel, by which a page tells its server about itself; and one by which a server names its build.

/** The patches that the page lacks, with commas. */
export const missingHeader = 'Candor-Missing';
/** Of an event of unknown origin: what others like it have too. One a day is passed on. */
export const shapeHeader = 'Candor-Shape';
/** Why an error of the page became no event. */
export const ignoredHeader = 'Candor-Ignored';

/** Of the server's own response: the build that lacks what was asked for, or has refused it. */
export const releaseHeader = 'Candor-Release';
