/** The host's name without port, if the header has the form of one: it comes from outside. */
export function hostName(header: string | undefined): string | undefined {
  return /^([\w.-]{1,253}|\[[0-9a-f:.]+\])(:\d+)?$/i.exec(header ?? '')?.[1];
}
