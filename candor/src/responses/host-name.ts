/** Without port. `undefined`: the header, which comes from outside, is not a host. */
export function hostName(header: string | undefined): string | undefined {
  return /^([\w.-]{1,253}|\[[0-9a-f:.]+\])(:\d+)?$/i.exec(header ?? '')?.[1];
}
