/** `EXAMPLE_PAGE=off`: the page, its actions and its route handler respond with 404. */
export const isOff = () => process.env.EXAMPLE_PAGE === 'off';
