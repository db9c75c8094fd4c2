export * from 'candor/monitoring'
