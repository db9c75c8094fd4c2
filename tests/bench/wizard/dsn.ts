/** Where the wizard's default reports, written into its build as the wizard writes it: the benchmark's own receiver. */
export const receiverPort = 18_969;
export const dsn = `http://publickey@127.0.0.1:${receiverPort}/1`;
