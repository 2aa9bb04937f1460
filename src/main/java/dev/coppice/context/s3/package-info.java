/** Client of the S3-compatible object store: reads and writes objects by their full names, within a time limit. */
package dev.coppice.context.s3;
