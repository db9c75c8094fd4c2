export { onRequestError, register } from "candor/instrumentation";
