const names = ['WarningIcon', 'errorStyles', 'errorThemeCss'];

/**
 * A loader for the file with the styles of Next's own error screen, 1 kB of each first load: gives the bundler a short style in its
 * place. A file that exports anything else stays as it is.
 */
module.exports = function lightStyles(source) {
  const [, exported = ''] = /module\.exports = \{([^}]*)\}/.exec(source) ?? [];
  if ((exported.match(/\w+(?=:)/g) ?? []).join() !== names.join()) return source;
  return `exports.WarningIcon = () => null;
exports.errorStyles = { buttonGroup: { display: 'flex', gap: '8px' } };
exports.errorThemeCss = ':root{color-scheme:light dark}body{font:1rem system-ui;margin:2rem}';`;
};
