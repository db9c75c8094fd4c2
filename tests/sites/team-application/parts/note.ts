/** The text of a script that shows that it has run. */
export const note = (name: string) => `(window.ran ||= []).push('${name}')`;

export const account = 'G-12345';

/** As its maker says to insert it. */
export const tagManager = `
  window.dataLayer = window.dataLayer || [];
  function gtag(){dataLayer.push(arguments);}
  gtag('js', new Date());
  gtag('config', '${account}');
  ${note(account)}
`;
