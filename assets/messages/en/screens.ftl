### The words of the screens: one section each.

## Navigation

## Login

## Products

## Create

## Import

## Webhooks

## Settings
