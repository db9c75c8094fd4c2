import { fileURLToPath } from 'node:url';

/** The files of the functions that are being called, the innermost first. Node 20 has no `util.getCallSites`. */
export function callingFiles(): string[] {
  const { prepareStackTrace } = Error;
  let files: string[] = [];
  Error.prepareStackTrace = (_, sites) => {
    files = sites.map((site) => site.getFileName() ?? '');
  };
  void new Error().stack;
  Error.prepareStackTrace = prepareStackTrace;
  return files.map((file) => (file.startsWith('file:') ? fileURLToPath(file) : file));
}
