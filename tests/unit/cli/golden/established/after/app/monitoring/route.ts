export * from 'candor/monitoring';
