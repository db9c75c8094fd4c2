/**
 * Loads the parser at its first use: that takes 30 ms, and a response that is being sent cannot wait for `import()`. In a package of
 * ES modules webpack leaves a `require` as it is, which fails when it is called, except in a file like this one.
 */
exports.loadParser = () => require('./inline-code.js');
