export * from "candor/instrumentation-client";
