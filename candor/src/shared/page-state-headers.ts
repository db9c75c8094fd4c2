// Headers of a post to the tunnel, by which a page tells its server about itself.

/** The patches that the page lacks, with commas. */
export const missingHeader = 'Candor-Missing';
/** Why an error of the page became no event. */
export const ignoredHeader = 'Candor-Ignored';
