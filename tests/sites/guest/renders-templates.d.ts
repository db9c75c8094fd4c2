declare module 'renders-templates' {
  export function render(text: string): string;
}
