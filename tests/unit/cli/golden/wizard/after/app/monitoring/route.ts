export * from "candor/monitoring";
