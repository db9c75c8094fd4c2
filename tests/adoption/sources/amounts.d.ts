declare module 'amounts' {
  export function parseAmount(text: string): number;
}
