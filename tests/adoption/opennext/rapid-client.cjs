// AWS's runtime client has a native module for these three calls, which needs curl and a compiler. They are requests to the Runtime API:
// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
const api = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation`;
const untouchedFetch = fetch; // Next wraps it.

let sent = Promise.resolve();

/** The native ones block until it is sent. */
const post = (id, what, body) => {
  sent = untouchedFetch(`${api}/${id}/${what}`, { method: 'POST', body }).then((response) => response.text());
};

exports.done = (id, body) => post(id, 'response', body);
exports.error = (id, body) => post(id, 'error', body);

exports.next = async () => {
  await sent;
  const response = await untouchedFetch(`${api}/next`);
  return { bodyJson: await response.text(), headers: Object.fromEntries(response.headers) };
};
